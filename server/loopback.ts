/** Whether `host`, as an address or as a URL has it, is this machine itself. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
