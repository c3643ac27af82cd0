import { BookOpenIcon, ChartNoAxesColumnIcon, TargetIcon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { screenHeading } from '@/lib/navigation'
import { usePageTitle } from '@/lib/use-page-title'
import { Dawn } from './dawn'

const features = [
  { caption: 'Set Goals', Icon: TargetIcon },
  { caption: 'Daily Journal', Icon: BookOpenIcon },
  { caption: 'Track Progress', Icon: ChartNoAxesColumnIcon },
]

export function LandingPage() {
  usePageTitle()
  return (
    <div className="flex min-h-[calc(100dvh-2.5rem)] flex-col">
      <header>
        <p className="font-serif text-xl font-medium">Lisa</p>
        <p className="text-sm text-muted">Your personal goal & journal companion</p>
      </header>
      <div className="my-auto py-8">
        <Dawn className="mb-10 w-full" />
        <h1 ref={screenHeading} tabIndex={-1} className="font-serif text-2xl font-medium text-balance">
          Build meaningful habits
        </h1>
        <p className="mt-3 text-lg text-pretty text-muted">
          Set long-term goals, journal daily reflections, and track your progress toward the life you want to
          live.
        </p>
        <Button className="mt-8 w-full" onClick={() => window.location.assign('/api/login')}>
          Get Started
        </Button>
        <p className="mt-3 text-center text-sm text-muted">Sign in to begin your reflection journey</p>
      </div>
      <ul className="grid grid-cols-3 gap-2 border-t border-line pt-5">
        {features.map(({ caption, Icon }) => (
          <li key={caption} className="flex flex-col items-center gap-2 text-center text-sm">
            <Icon className="text-accent" size={24} />
            {caption}
          </li>
        ))}
      </ul>
    </div>
  )
}
