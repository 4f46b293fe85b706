import type { ComponentProps } from 'react'
import { Count, shownCount } from './Count.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './IconButton.module.css'

export interface IconButtonLook {
  icon: IconName
  /** The accessible name and the tooltip. */
  label: string
  kind?: 'plain' | 'solid' | 'soft' | 'photo'
  count?: number
}

export interface IconButtonProps
  extends IconButtonLook, Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> {}

export const IconButton = ({ icon, label, kind = 'plain', count, type = 'button', ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    className={css.iconButton}
    data-kind={kind}
    aria-label={spokenLabel(label, count)}
    title={label}
  >
    <IconFace icon={icon} count={count} />
  </button>
)

/** The accessible name with the visible number. */
export const spokenLabel = (label: string, count?: number) => (count ? `${label}, ${shownCount(count)}` : label)

export const IconFace = ({ icon, count }: Pick<IconButtonLook, 'icon' | 'count'>) => (
  <>
    <Icon name={icon} />
    {count ? (
      <span className={css.count}>
        <Count>{count}</Count>
      </span>
    ) : null}
  </>
)
