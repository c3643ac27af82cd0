/**
 * Several logistic regressions over the same features: the weights of a feature stand together, one for each head, in units
 * of `unit`; `limit` is what a score must exceed.
 */
export type Heads = { weights: Int8Array; heads: { unit: number; bias: number; limit: number }[] }

/** Weights from -7 to 7, two in each byte. */
export function packed(weights: Int8Array): string {
  const bytes = new Uint8Array(weights.length / 2)
  for (const [at, weight] of weights.entries())
    bytes[at >> 1] = (bytes[at >> 1] ?? 0) | ((weight & 15) << (at & 1 ? 4 : 0))
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
}

export function unpacked(base64: string): Int8Array {
  const bytes = atob(base64)
  const weights = new Int8Array(bytes.length * 2)
  for (let at = 0; at < weights.length; at++) {
    const byte = bytes.charCodeAt(at >> 1)
    // The upper four bits, with their sign.
    weights[at] = ((at & 1 ? byte >> 4 : byte) << 28) >> 28
  }
  return weights
}

/** A text of one or two words has fewer features than this, of which each would count for too much: `Tonight` is no danger. */
const fewestFeatures = 100

/** What the sum of the weights of so many features is divided by. */
export const rootOf = (features: number): number => Math.sqrt(Math.max(features, fewestFeatures))

/** The sum of the weights of a list for each head. The lists of words come again and again. */
const knownSums = new WeakMap<Heads, WeakMap<number[], number[]>>()

/** By how much the score of each head exceeds its limit; the features come in lists. */
export function scoresOf(model: Heads, features: number[][]): number[] {
  const known = knownSums.get(model) ?? new WeakMap<number[], number[]>()
  knownSums.set(model, known)
  const sums = features.map((list) => {
    const sum = known.get(list) ?? sumsOf(model, list)
    known.set(list, sum)
    return sum
  })
  const length = features.reduce((sum, list) => sum + list.length, 0)
  return model.heads.map(({ unit, bias, limit }, head) => {
    const sum = sums.reduce((sum, ofList) => sum + (ofList[head] ?? 0), 0)
    return (sum * unit) / rootOf(length) + bias - limit
  })
}

const sumsOf = ({ weights, heads }: Heads, features: number[]) =>
  heads.map((_, head) =>
    features.reduce((sum, feature) => sum + (weights[feature * heads.length + head] ?? 0), 0),
  )
