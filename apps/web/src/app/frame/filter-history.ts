import type { HistoryState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if this history entry shows the list of the previous entry with a filter. */
    narrowed?: boolean
    /** True if the filter was restored from the device. */
    remembered?: boolean
  }
}

/** Navigation options for a filter change: the first change adds a history entry, later changes replace that entry. */
export const narrowed = (state: HistoryState) => ({ replace: state.narrowed === true, state: { narrowed: true } })
