import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Whatever a ZIP may say of a file, right or wrong. */
type ZipFile = {
  name: string
  content?: string | Buffer
  /** The content is compressed already. */
  deflated?: Buffer
  size?: number
  checksum?: number
  method?: number
  flags?: number
  unixMode?: number
}

const utf8Names = 0x800

/** A ZIP that no other program would make: names climb, sizes lie. `count` is the number of files that it claims. */
export function makeZip(files: ZipFile[], { count = files.length, isOverlapping = false } = {}): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content = '', deflated, method = 8, flags = 0, unixMode = 0o644, ...claimed } of files) {
    const bytes = Buffer.from(content as string)
    const data = deflated ?? deflateRawSync(bytes)
    const { size = bytes.length, checksum = crc32(bytes) } = claimed
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags | utf8Names, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(checksum, 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(unixMode * 0x10000, 6)
    rest.writeUInt32LE(isOverlapping ? 0 : offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, data])
    if (!isOverlapping || !locals.length) locals.push(local)
    offset += local.length
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), common, rest, nameBytes)
  }
  const end = Buffer.alloc(18)
  const [before, list] = [Buffer.concat(locals), Buffer.concat(directory)]
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(before.length, 12)
  return Buffer.concat([before, list, Buffer.from('PK\x05\x06'), end])
}

/** Zeros, compressed: as many times 16 MiB as wanted, of 16 kB each. */
export function deflatedZeros(times: number): Buffer {
  const zeros = Buffer.alloc(16 * 1024 * 1024)
  const part = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: times }, () => part), deflateRawSync(Buffer.alloc(0))])
}
