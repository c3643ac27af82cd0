import { SearchIcon, XIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { Spinner } from '@/components/ui/spinner'
import { searchLimit } from './use-journal-address'

const pauseMs = 250

type Props = { q: string; pending: boolean; onSearch: (q: string) => void }

/** Searches once one pauses while typing. */
export function SearchBox({ q, pending, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // The address also changes by other ways, such as the tab 'Journal'.
    if (input.current && input.current.value.trim() !== q) input.current.value = q
  }, [q])

  function searchAfter(delay: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(input.current?.value.trim() ?? ''), delay)
  }

  function clear() {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    searchAfter(0)
  }

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        searchAfter(0)
      }}
      // Large text needs a line of its own.
      style={{ flexBasis: '10rem' }}
      className="relative grow"
    >
      <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">
        {pending ? <Spinner /> : <SearchIcon size={20} />}
      </span>
      <Input
        ref={input}
        type="search"
        aria-label="Search your journal"
        placeholder="Search your journal"
        defaultValue={q}
        onChange={() => searchAfter(pauseMs)}
        maxLength={searchLimit}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        dir="auto"
        className="peer px-11 [&::-webkit-search-cancel-button]:hidden"
      />
      <IconButton
        label="Clear search"
        onClick={clear}
        className="absolute! top-1/2 right-0 -translate-y-1/2 peer-placeholder-shown:hidden"
      >
        <XIcon />
      </IconButton>
    </form>
  )
}
