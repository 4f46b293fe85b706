import type { ReactNode } from 'react'
import { FrameContext, type FramePlace } from '#web/ui/frame-context.ts'

const place: FramePlace = { name: 'Les Tilleuls', target: { to: '/' } }
/** As a screen of the app stands in its frame, whose parts are not drawn. */
export const inFrame = (view: ReactNode): ReactNode => <FrameContext value={{ place }}>{view}</FrameContext>
