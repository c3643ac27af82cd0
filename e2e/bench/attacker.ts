import { attacks } from './attacks'

/** One attack in a process of its own: its work must not delay the clock of the ordinary traffic. */
const [number = '', origin = '', round] = process.argv.slice(2)
const over = new AbortController()
process.once('message', () => over.abort())
process.send?.('begun')
await attacks[Number(number) as keyof typeof attacks].run(origin, over.signal, Number(round))
process.disconnect()
