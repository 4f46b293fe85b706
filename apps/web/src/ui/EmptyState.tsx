import type { ReactNode } from 'react'
import board from './art/spot-board.svg'
import chat from './art/spot-chat.svg'
import door from './art/spot-door.svg'
import error from './art/spot-error.svg'
import offline from './art/spot-offline.svg'
import search from './art/spot-search.svg'
import works from './art/spot-works.svg'
import { useMissingImage } from './use-missing-image.ts'
import css from './EmptyState.module.css'

const pictures = { board, chat, door, error, offline, search, works }
const PICTURE_WIDTH = 240
const PICTURE_HEIGHT = 160

export interface EmptyStateProps {
  picture: keyof typeof pictures
  title: string
  text: string
  action?: ReactNode
  /** The heading level: 1 if the empty state fills the whole screen. */
  level?: 1 | 2
}

export const EmptyState = ({ picture, title, text, action, level = 2 }: EmptyStateProps) => {
  const Title = level === 1 ? 'h1' : 'h2'
  const { missing, onError } = useMissingImage(picture)
  return (
    <div className={css.empty}>
      {!missing && (
        <img src={pictures[picture]} alt="" width={PICTURE_WIDTH} height={PICTURE_HEIGHT} onError={onError} />
      )}
      <Title>{title}</Title>
      <p>{text}</p>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
