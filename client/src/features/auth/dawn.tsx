/** The sun rising over an open book, in the colours of the moods. */
export function Dawn({ className }: { className?: string }) {
  const arcs = [
    { radius: 58, hue: 'var(--mood-happy)' },
    { radius: 82, hue: 'var(--mood-neutral)' },
    { radius: 108, hue: 'var(--mood-sad)' },
    { radius: 136, hue: 'var(--mood-very-sad)' },
  ]
  return (
    <svg viewBox="0 0 350 176" className={className} fill="none" strokeLinecap="round" aria-hidden>
      {arcs.map(({ radius, hue }) => (
        <path
          key={radius}
          d={`M${175 - radius} 144a${radius} ${radius} 0 0 1 ${2 * radius} 0`}
          stroke={hue}
          strokeWidth="1.5"
        />
      ))}
      <path
        d="M139 146a36 36 0 0 1 72 0l-36 12z"
        fill="color-mix(in oklch, var(--mood-very-happy), white 25%)"
      />
      <path
        d="M175 158C150 139 86 131 12 139v17c74-8 138-1 163 18 25-19 89-26 163-18v-17c-74-8-138 0-163 19z"
        fill="var(--card)"
      />
      <path
        d="M175 158C150 139 86 131 12 139v17c74-8 138-1 163 18 25-19 89-26 163-18v-17c-74-8-138 0-163 19zm0 0v16"
        stroke="var(--ink)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
