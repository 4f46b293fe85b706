import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '#web/kernel/http/api.ts'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failure, FailureMessage } from './Failure.tsx'

/** Replaces a member's screen that could not render; the tabs of the frame remain usable. */
export const FrameFailure = (props: ErrorComponentProps) =>
  // The screens for maintenance and for an obsolete version replace the whole app, frame included.
  props.error instanceof ApiError && (props.error.key === 'maintenance' || props.error.key === 'obsolete') ? (
    <Failure {...props} />
  ) : (
    <>
      <TopBar />
      <Main>
        <FailureMessage {...props} />
      </Main>
    </>
  )
