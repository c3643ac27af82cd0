import { vi } from 'vitest'

type Sent = {
  address: string
  file: File
  progress: (loaded: number, total: number) => void
  answer: (status: number, body: unknown) => void
  breakOff: () => void
  wasAborted: boolean
}

/** Replaces XMLHttpRequest, which sends files. Each is answered as the test says. */
export function fakeUploads() {
  const uploads: Sent[] = []

  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    statusText = ''
    responseText = ''
    private address = ''
    private sent?: Sent

    open(method: string, address: string) {
      this.address = `${method} ${address}`
    }
    setRequestHeader() {}
    send(file: File) {
      this.sent = {
        address: this.address,
        file,
        progress: (loaded, total) =>
          this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total })),
        answer: (status, body) => {
          Object.assign(this, { status, responseText: JSON.stringify(body) })
          this.dispatchEvent(new Event('load'))
        },
        breakOff: () => this.dispatchEvent(new Event('error')),
        wasAborted: false,
      }
      uploads.push(this.sent)
    }
    abort() {
      if (this.sent) this.sent.wasAborted = true
      this.dispatchEvent(new Event('abort'))
    }
  }

  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}
