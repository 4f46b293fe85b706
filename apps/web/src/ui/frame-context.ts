import type { LinkProps } from '@tanstack/react-router'
import { createContext, use, type ReactNode } from 'react'
import type { IconName } from './icon-names.ts'

/** Where a link goes. */
export type Target = Pick<LinkProps, 'to' | 'params' | 'search' | 'state'>

/** The community that the frame is of. */
export interface FramePlace {
  name: string
  /** A second line under the name: the town. */
  detail?: string | null
  logoUri?: string | null
  target: Target
}

/** What is done most often, from every screen. */
export interface FrameAction {
  label: string
  icon: IconName
  onAct: () => void
}

/** What its reader was told, which opens over the screen. */
export interface FrameBell {
  label: string
  /** How much of it is unread. */
  count: number
  open: boolean
  onOpen: () => void
}

interface FrameContext {
  place: FramePlace
  /** Who is signed in: only a face in the bar of a phone, a face and a name in the rail. */
  me?: (where: 'bar' | 'rail') => ReactNode
  bell?: FrameBell
  /** Phones have a floating button for it on the screens that ask for one. */
  action?: FrameAction
  /** Tells who may not do what they tapped why, and a guest how to become a neighbour. */
  refuse?: () => void
}

/** What the bar of a screen knows of the frame around it. */
export const FrameContext = createContext<FrameContext | null>(null)

export const useFrame = (): FrameContext => {
  const frame = use(FrameContext)
  if (!frame) throw new Error('this part stands inside a Frame')
  return frame
}
