// @ts-check
// Loaded into Lisa's processes by NODE_OPTIONS: prints each connection to another machine before it is tried.
import net from 'node:net'

const { connect } = net.Socket.prototype
const here = new Set(['127.0.0.1', '::1', 'localhost'])

Object.assign(net.Socket.prototype, {
  /**
   * @this {net.Socket}
   * @param {any[]} args an object of options, or a port and a host; Node passes them in an array too
   */
  connect(...args) {
    const [first, second] = args.flat()
    const host = first?.host ?? (typeof second === 'string' ? second : 'localhost')
    if (!here.has(host)) console.error(`Connects to another machine: ${host}`)
    return Reflect.apply(connect, this, args)
  },
})
