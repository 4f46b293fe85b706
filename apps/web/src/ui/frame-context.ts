import type { LinkProps } from '@tanstack/react-router'
import { createContext, use, type ReactNode } from 'react'
import type { IconName } from './icon-names.ts'

export type Target = Pick<LinkProps, 'to' | 'params' | 'search' | 'state'>

export interface FramePlace {
  name: string
  detail?: string | null
  logoUri?: string | null
  target: Target
}

export interface FrameAction {
  label: string
  icon: IconName
  onAct: () => void
}

export interface FrameBell {
  label: string
  count: number
  open: boolean
  onOpen: () => void
}

interface FrameContext {
  place: FramePlace
  /** Renders the member's account button: an avatar in the bar of a phone, avatar and name in the rail. */
  renderAccountButton?: (placement: 'bar' | 'rail') => ReactNode
  bell?: FrameBell
  /** The main action: in the rail, a button; on phones, a floating button on some screens. */
  action?: FrameAction
  /** Shows why the member may not do something; guests also learn how to become a neighbour. */
  explainRefusal?: () => void
}

export const FrameContext = createContext<FrameContext | null>(null)

export const useFrame = (): FrameContext => {
  const frame = use(FrameContext)
  if (!frame) throw new Error('this component must be inside a Frame')
  return frame
}
