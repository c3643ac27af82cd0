import { RoundCheckbox } from './ui/round-checkbox'

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void }

/** A check box with its words beside it, which can be tapped too. */
export const CheckField = ({ label, ...props }: Props) => (
  <label className="-ml-3 flex cursor-pointer items-center">
    <RoundCheckbox label={label} {...props} />
    <span aria-hidden className="min-w-0 py-2 text-sm">
      {label}
    </span>
  </label>
)
