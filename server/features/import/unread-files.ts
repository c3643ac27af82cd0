import { LeftOut } from './readers/left-out'
import { hiddenPartOf } from './readers/upload-files'
import type { Found, Reader, Upload } from './source'

/** Pictures, sound and video: files without words. */
const media =
  /\.(?:png|jpe?g|jpe|gif|webp|avif|heic|heif|svg|bmp|tiff?|ico|raw|dng|mp4|m4v|mov|qt|avi|mkv|webm|3gp|mpe?g|mp3|m4a|m4b|aac|wav|aiff?|caf|ogg|oga|opus|flac|amr|weba)$/i

/** The same upload, and its files that were never read: an archive loses no words without a line in the report. */
export function withUnreadFiles(upload: Upload) {
  if (upload.kind !== 'zip') return { upload, unread: () => [] }
  const { names, unopened = [] } = upload
  const left = new Set(names)
  const read = async (name: string) => {
    left.delete(name)
    return upload.read(name)
  }
  function* unread({ source, repeats }: Reader): Generator<Found> {
    const leftOut = new LeftOut()
    const hidden = new Map<string, number>()
    for (const skipped of unopened) yield { skipped }
    for (const name of left) {
      if (repeats?.(name, names)) continue
      const folder = hiddenPartOf(name)
      if (folder) hidden.set(folder, (hidden.get(folder) ?? 0) + 1)
      else if (media.test(name)) leftOut.add('Files with pictures, sound or video', 1)
      else yield { skipped: { where: name, reason: `It is not imported from a ZIP of ${source}` } }
    }
    for (const [where, count] of hidden)
      yield { skipped: { where, reason: `A program's own files are not imported (${count})` } }
    yield* leftOut.told('All files')
  }
  return { upload: { ...upload, read }, unread }
}
