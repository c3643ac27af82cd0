export * from './endpoints'
export * from './entry'
export * from './fill-in'
export * from './input'
