import type { ComponentProps } from 'react'
import { Count, formatCount } from './Count.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './IconButton.module.css'

export interface IconButtonAppearance {
  icon: IconName
  /** The accessible name and the tooltip. */
  label: string
  kind?: 'plain' | 'solid' | 'soft' | 'photo'
  count?: number
}

export interface IconButtonProps
  extends IconButtonAppearance, Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> {}

export const IconButton = ({ icon, label, kind = 'plain', count, type = 'button', ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    className={css.iconButton}
    data-kind={kind}
    aria-label={labelWithCount(label, count)}
    title={label}
  >
    <IconContent icon={icon} count={count} />
  </button>
)

export const labelWithCount = (label: string, count?: number) => (count ? `${label}, ${formatCount(count)}` : label)

export const IconContent = ({ icon, count }: Pick<IconButtonAppearance, 'icon' | 'count'>) => (
  <>
    <Icon name={icon} />
    {count ? (
      <span className={css.count}>
        <Count>{count}</Count>
      </span>
    ) : null}
  </>
)
