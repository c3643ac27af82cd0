import { load, type Load } from './overload-load'

// A load in a process of its own, for overload.ts.
const [url = '', options = ''] = process.argv.slice(2)
process.send?.('begun')
process.send?.(await load(url, JSON.parse(options) as Load))
process.disconnect()
