/** 128 random bits in hex, also on pages over plain http, which have no `crypto.randomUUID`. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
