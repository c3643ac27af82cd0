/** The Opus packets of an Ogg file, without its two header packets. */
export function packetsOf(ogg: Buffer): Buffer[] {
  const packets: Buffer[] = []
  let unfinished: Buffer[] = []
  for (let page = 0; page < ogg.length;) {
    if (ogg.toString('latin1', page, page + 4) !== 'OggS') throw new Error('Not an Ogg page')
    const lacing = ogg.subarray(page + 27, page + 27 + ogg.readUInt8(page + 26))
    let at = page + 27 + lacing.length
    for (const size of lacing) {
      unfinished.push(ogg.subarray(at, at + size))
      at += size
      // A segment of 255 bytes continues in the next one.
      if (size < 255) packets.push(Buffer.concat(unfinished.splice(0)))
    }
    page = at
  }
  return packets.slice(2)
}
