// What only a talk needs, in one chunk with the SDK.
export { connect } from './voice-connection'
export { VoiceCard } from './voice-card'
export { VoiceRings } from './voice-rings'
