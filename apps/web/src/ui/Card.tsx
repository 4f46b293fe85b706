import type { ComponentProps, ElementType } from 'react'
import { classNames } from './class-names.ts'
import css from './Card.module.css'

export type CardProps<T extends ElementType> = { as?: T } & ComponentProps<T>

/** The only component with a raised surface. `as` sets its element: article, section, li. */
export const Card = <T extends ElementType = 'div'>({ as, className, ...rest }: CardProps<T>) => {
  const Tag: ElementType = as ?? 'div'
  return <Tag {...rest} className={classNames(css.card, className)} />
}
