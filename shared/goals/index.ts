export * from './endpoints'
export * from './goal'
export * from './input'
