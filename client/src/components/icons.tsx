import type { ReactNode, SVGProps } from 'react'

/** Drawn on a 24 px grid with one line; decoration only, the name belongs to the control around it. */
const icon = (drawing: ReactNode) =>
  function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={20}
        height={20}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        focusable={false}
        {...props}
      >
        {drawing}
      </svg>
    )
  }

export const HomeIcon = icon(<path d="M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z" />)
export const GoalIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <circle cx="12" cy="12" r="4.5" />
    <circle cx="12" cy="12" r=".75" fill="currentColor" />
  </>,
)
export const JournalIcon = icon(
  <path d="M12 6.5C10.2 5.2 7.6 4.6 4 4.5v13c3.6.1 6.2.7 8 2 1.8-1.3 4.4-1.9 8-2v-13c-3.6.1-6.2.7-8 2zm0 0v13" />,
)
export const ProgressIcon = icon(<path d="M5 20v-6M12 20V4M19 20V10" />)
export const SettingsIcon = icon(
  <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />,
)
export const SignOutIcon = icon(<path d="M10 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h4M15 8l4 4-4 4M19 12H9.5" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const EditIcon = icon(<path d="m15.5 5 3.5 3.5L8.5 19 4 20l1-4.5zM13 7.5l3.5 3.5" />)
export const DeleteIcon = icon(
  <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12a1 1 0 0 0 1 1h7.4a1 1 0 0 0 1-1l.8-12M10 11v5M14 11v5" />,
)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const BackIcon = icon(<path d="M19 12H5m6-6-6 6 6 6" />)
export const ForwardIcon = icon(<path d="m9 5 7 7-7 7" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7" />)
export const RetryIcon = icon(<path d="M19.5 12A7.5 7.5 0 1 1 17 6.4L19.5 9m0-4.5V9H15" />)
export const AlertIcon = icon(<path d="M12 8.5v4.5m0 3.2v.1M12 3.8 2.8 19.7h18.4z" />)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5.2M12 7.8v.1" />
  </>,
)
export const MicIcon = icon(
  <path d="M12 15a3 3 0 0 0 3-3V6.5a3 3 0 0 0-6 0V12a3 3 0 0 0 3 3zm-6.5-3a6.5 6.5 0 0 0 13 0M12 18.5V21" />,
)
export const StopIcon = icon(<rect x="6.5" y="6.5" width="11" height="11" rx="2" />)
export const MailIcon = icon(
  <path d="M4 5.5h16a.5.5 0 0 1 .5.5v12a.5.5 0 0 1-.5.5H4a.5.5 0 0 1-.5-.5V6a.5.5 0 0 1 .5-.5zm0 1 8 6.5 8-6.5" />,
)
export const PhoneIcon = icon(
  <path d="M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zm3 14h2" />,
)
export const KeyIcon = icon(
  <path d="M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm2.8-6.8L19.5 4.5M15 9l2.5 2.5M17.5 6.5 20 9" />,
)
export const StreakIcon = icon(
  <path d="M12 3c.8 3.6 5.5 5.8 5.5 11a5.5 5.5 0 0 1-11 0c0-2 .8-3.5 1.9-4.6.3 1.5 1 2.4 2.1 2.9C10.2 9 10.5 6 12 3z" />,
)
