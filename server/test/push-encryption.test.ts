import { expect, test } from 'vitest'
import { decrypted } from './push-encryption'

test('the message of RFC 8291, section 5, is decrypted with the keys of its appendix', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const encrypted = Buffer.from(body, 'base64url')
  expect(decrypted(encrypted, keys)).toBe('When I grow up, I want to be a watermelon')
  encrypted[encrypted.length - 1]! ^= 1
  expect(() => decrypted(encrypted, keys)).toThrow('unable to authenticate')
})
