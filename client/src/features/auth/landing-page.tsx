import { BookOpenIcon, ChartNoAxesColumnIcon, TargetIcon } from 'lucide-react'
import { useState } from 'react'
import { Notice } from '@/components/notice'
import { Button } from '@/components/ui/button'
import { screenHeading } from '@/lib/screen/navigation'
import { announced } from '@/lib/api/page-user'
import { usePageTitle } from '@/lib/screen/use-page-title'
import { Dawn } from './dawn'
import { DeviceNotEmptied } from './device-not-emptied'
import { accountDeleted, deviceNotEmptied } from './landing-notices'

const features = [
  { caption: 'Set Goals', Icon: TargetIcon },
  { caption: 'Daily Journal', Icon: BookOpenIcon },
  { caption: 'Track Progress', Icon: ChartNoAxesColumnIcon },
]

export function LandingPage() {
  usePageTitle()
  // Those who are signed in, or were until their session expired, see this page too, and keep what they have here.
  const [isDeviceInDoubt] = useState(() => !announced() && deviceNotEmptied.isShown())
  return (
    <div className="flex min-h-[calc(100dvh-2.5rem)] flex-col">
      {accountDeleted.isShown() && (
        <Notice title="Your account was deleted" className="mb-5">
          Nothing of yours is left in Lisa. If you sign in again, you start anew.
        </Notice>
      )}
      {isDeviceInDoubt && <DeviceNotEmptied />}
      <header>
        <p className="font-serif text-xl font-medium">Lisa</p>
        <p className="text-sm text-muted">Your personal goal & journal companion</p>
      </header>
      <div className="my-auto py-6 short:py-3">
        <Dawn className="mx-auto w-full short:w-44" />
        <ExampleEntry />
        <h1 ref={screenHeading} tabIndex={-1} className="font-serif text-2xl font-medium text-balance">
          Build meaningful habits
        </h1>
        <p className="mt-3 text-lg text-pretty text-muted short:mt-2 short:text-base">
          Set long-term goals, journal daily reflections, and track your progress toward the life you want to
          live.
        </p>
        <Button className="mt-8 w-full short:mt-4" onClick={begin}>
          Get Started
        </Button>
        <p className="mt-3 text-center text-sm text-muted short:mt-2">
          Sign in to begin your reflection journey
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-2 border-t border-line pt-5 short:pt-3">
        {features.map(({ caption, Icon }) => (
          <li key={caption} className="flex flex-col items-center gap-2 text-center text-sm short:gap-1">
            <Icon className="text-accent" size={24} />
            {caption}
          </li>
        ))}
      </ul>
    </div>
  )
}

function begin() {
  accountDeleted.forget()
  window.location.assign('/api/login')
}

/** A picture of the product, not an entry of anybody's: it is read out as one. */
function ExampleEntry() {
  return (
    <div
      role="img"
      aria-label="A journal entry: today, happy. Gratitude: the first coffee on the balcony. Wins: I called Dad."
      className="mt-4 mb-8 rounded-card border border-line bg-card p-4 short:mt-2 short:mb-4 short:p-3"
    >
      <p className="flex items-center gap-2 font-serif font-medium">
        <span>🙂</span>Today
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">Gratitude</dt>
        <dd className="font-serif">The first coffee on the balcony</dd>
        <dt className="text-muted">Wins</dt>
        <dd className="font-serif">I called Dad</dd>
      </dl>
    </div>
  )
}
