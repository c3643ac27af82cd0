declare module 'mailparser' {
  export function simpleParser(raw: string): Promise<{
    subject?: string
    from?: { text: string }
    text?: string
    html: string | false
    messageId?: string
    headers: Map<string, unknown>
    headerLines: { key: string; line: string }[]
  }>
}
