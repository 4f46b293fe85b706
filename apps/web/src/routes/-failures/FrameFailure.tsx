import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '#web/kernel/http/api.ts'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failure, FailureWords } from './Failure.tsx'

/** A screen of a member that could not be drawn: the others stay within reach. */
export const FrameFailure = (props: ErrorComponentProps) =>
  // these two lead away from everything
  props.error instanceof ApiError && (props.error.key === 'maintenance' || props.error.key === 'obsolete') ? (
    <Failure {...props} />
  ) : (
    <>
      <TopBar />
      <Main>
        <FailureWords {...props} />
      </Main>
    </>
  )
