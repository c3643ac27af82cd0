export type RtpStream = { ssrc: number; payloadType: number }

/** `level` is sent as {@link audioLevel} reads it. */
export function rtpPacket(
  { ssrc, payloadType }: RtpStream,
  position: { sequence: number; timestamp: number; isFirst: boolean },
  payload: Buffer,
  level?: { id: number; value: number },
): Buffer {
  const header = Buffer.alloc(12)
  header[0] = level ? 0x90 : 0x80
  header[1] = (position.isFirst ? 0x80 : 0) | payloadType
  header.writeUInt16BE(position.sequence & 0xffff, 2)
  header.writeUInt32BE(position.timestamp >>> 0, 4)
  header.writeUInt32BE(ssrc, 8)
  const extension = level ? [0xbe, 0xde, 0, 1, level.id << 4, level.value, 0, 0] : []
  return Buffer.concat([header, Buffer.from(extension), payload])
}

/**
 * The audio level of a packet, from 0 (loudest) to 127 (silence), from the header extension `ssrc-audio-level` (RFC 6464)
 * with the negotiated `extensionId`; undefined if the packet has none.
 */
export function audioLevel(packet: Buffer, extensionId: number): number | undefined {
  const first = packet[0] ?? 0
  const start = 12 + 4 * (first & 0x0f)
  const hasExtension = (first & 0x10) !== 0
  if (!hasExtension || packet.length < start + 4 || packet.readUInt16BE(start) !== 0xbede) return undefined
  const end = Math.min(packet.length, start + 4 + 4 * packet.readUInt16BE(start + 2))
  for (let at = start + 4; at < end;) {
    const [id, size] = [packet.readUInt8(at) >> 4, (packet.readUInt8(at) & 0x0f) + 1]
    if (id === extensionId && at + 1 < end) return packet.readUInt8(at + 1) & 0x7f
    // A zero byte is padding.
    at += id === 0 ? 1 : 1 + size
  }
  return undefined
}
