import type { RequestListener } from 'node:http'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** What the process tells an operator's Prometheus. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const lastGoodTick = new Gauge({
    name: 'lisa_reminders_last_good_tick_timestamp_seconds',
    help: 'When this instance last looked for due reminders without an error; 0 before the first time',
    registers: [registry],
  })
  const page: RequestListener = (req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end()
    void registry
      .metrics()
      .then((text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text))
  }
  return { lastGoodTick, page }
}
