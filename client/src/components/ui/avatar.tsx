import { useState } from 'react'

/** The picture, or the initials if there is none or it does not load. */
export function Avatar({ src, initials }: { src?: string | null; initials: string }) {
  const [failed, setFailed] = useState<string>()
  return (
    <span
      aria-hidden
      className="flex size-[2.25rem] items-center justify-center overflow-hidden rounded-full border border-line bg-accent-soft text-sm font-medium text-accent"
    >
      {src && src !== failed ? (
        <img
          src={src}
          alt=""
          width={36}
          height={36}
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        initials
      )}
    </span>
  )
}
