import { useEffect, useState } from 'react'
import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import {
  asSaved,
  clashesOf,
  type InformationDraft,
  type InformationField,
  keepingMine,
  laidOver,
  readWritten,
  takingTheirs,
  unsaved,
  type Written,
  writtenWith,
} from './information-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** what was touched of a community's information and not yet saved, by whose it is */
    informationdrafts: Record<string, unknown>
  }
}

/** What is written of a community, remembered on the device with every change; what is not touched follows `stands`. */
export const useInformationForm = (owner: string, stands: InformationDraft) => {
  const [written, setWritten] = useState(() => readWritten(keptDraft('informationdrafts', owner), stands))
  /** What is shown was begun at an earlier visit. */
  const [restored, setRestored] = useState(() => unsaved(written, stands) !== null)
  const [touched, setTouched] = useState(false)
  const begun = unsaved(written, stands)
  const kept = JSON.stringify(begun)
  useEffect(() => {
    if (touched) keepDraft('informationdrafts', owner, JSON.parse(kept))
  }, [owner, kept, touched])
  const turn = (next: Written | ((last: Written) => Written)) => {
    setTouched(true)
    setWritten(next)
  }
  return {
    draft: laidOver(stands, written),
    restored,
    clashes: clashesOf(written, stands),
    change: (patch: Partial<InformationDraft>) => turn(last => writtenWith(last, stands, patch)),
    keepMine: (field: InformationField) => turn(last => keepingMine(last, stands, field)),
    takeTheirs: (field: InformationField) => turn(last => takingTheirs(last, field)),
    discard: () => {
      turn({})
      setRestored(false)
    },
    /** The server has it; the draft goes with what is saved, whatever becomes of this screen. */
    forget: () => keepDraft('informationdrafts', owner, null),
    saved: () => {
      turn(asSaved)
      setRestored(false)
    },
  }
}
