import { checkPseudo, type Profile, type ProfileChange } from '@parvis/contract/profile.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { findDraft, saveDraft } from './profile-draft.ts'
import {
  bodyOf,
  breakOn,
  draftOf,
  hasSecondPage,
  pageOf,
  type FormBreak,
  type Passwords,
  type ProfileAsk,
  type ProfileDraft,
  type ProfileField,
  type ProfilePage,
} from './profile-form.ts'
import { pseudoQuery } from './profile.queries.ts'
import { usePhoto } from './use-photo.ts'

/** Whether a nickname is free is asked once its writer pauses. */
const PAUSE_MS = 400

/** What keeps the form from going on; without a field it is told over the form. */
interface Trouble {
  field: string | null
  /** Null for what the form alone says: the two passwords are not the same. */
  error: unknown
}

const places: Record<string, ProfileField> = { files: 'photo', photoUri: 'photo' }

const usePaused = (value: string) => {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** Whether nobody has this nickname yet, told while it is typed. */
const useVerdict = (typed: string) => {
  const { t, explain } = useText()
  const pseudo = typed.trim()
  const paused = usePaused(pseudo)
  const isPseudo = !checkPseudo(pseudo)
  const { data: free } = useQuery({ ...pseudoQuery(paused), enabled: isPseudo && paused === pseudo })
  if (!isPseudo || paused !== pseudo || free === undefined) return null
  return free
    ? { good: true, text: t('entry.pseudo.free') }
    : { good: false, text: explain(new ApiError('pseudoduplicate', 409)) }
}

/** What is typed, remembered by the tab with every change, and what is wrong with it. */
export const useProfileForm = (
  userId: string,
  profile: Profile,
  ask: ProfileAsk,
  onPage: (to: ProfilePage) => void,
) => {
  const { t, explain } = useText()
  const queryClient = useQueryClient()
  const [start] = useState(() => findDraft(userId, draftOf(profile)))
  const [draft, setDraft] = useState(start.draft)
  const [passwords, setPasswords] = useState<Passwords>({ newpassword: '', again: '' })
  const [storedPhoto, setStoredPhoto] = useState(profile.photoUri)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [attempt, setAttempt] = useState(0)
  const photo = usePhoto(start.photo)
  const verdict = useVerdict(draft.pseudo)
  const { address: photoAddress } = photo

  useEffect(() => {
    if (draft !== start.draft || photoAddress !== start.photo) saveDraft(userId, draft, photoAddress)
  }, [userId, draft, photoAddress, start])

  const forgive = (...fields: string[]) => {
    if (trouble?.field && fields.includes(trouble.field)) setTrouble(null)
  }
  const stumble = (error: unknown, field: string | null) => {
    setTrouble({ error, field })
    setAttempt(before => before + 1)
    if (field && hasSecondPage(ask)) onPage(pageOf(field))
  }
  const stumbleOver = (broken: FormBreak) =>
    stumble(broken.key === 'differentpasswords' ? null : new ApiError(broken.key, 400, { ...broken }), broken.field)

  return {
    ask,
    draft,
    passwords,
    photo,
    /** One that was picked, else the address of the one that is stored. */
    face: photo.photo ?? (storedPhoto && `${storedPhoto}/thumb`),
    trouble,
    attempt,
    verdict,
    change: (patch: Partial<ProfileDraft>) => {
      forgive(...Object.keys(patch))
      setDraft(before => ({ ...before, ...patch }))
    },
    changePassword: (patch: Partial<Passwords>) => {
      forgive(...Object.keys(patch))
      setPasswords(before => ({ ...before, ...patch }))
    },
    removePhoto: () => {
      photo.remove()
      setStoredPhoto(null)
    },
    errorOf: (field: ProfileField): string | null => {
      if (trouble?.field !== field) return null
      return trouble.error === null ? t('entry.differentpasswords') : explain(trouble.error)
    },
    formError: trouble && trouble.field === null ? explain(trouble.error) : null,
    clear: () => setTrouble(null),
    /** Where the server says no: beside its field, on the page where that stands. */
    fail: (error: unknown) => {
      const field = error instanceof ApiError ? (error.field ?? null) : null
      stumble(error, field === null ? null : (places[field] ?? field))
    },
    /** Says the first rule that is broken up to this page; true where none is. */
    holds: async (page: ProfilePage): Promise<boolean> => {
      const broken = breakOn(1, draft, passwords, ask) ?? (page === 2 ? breakOn(2, draft, passwords, ask) : null)
      if (broken) {
        stumbleOver(broken)
        return false
      }
      // who cannot be asked now is asked as the profile is saved
      const free = await queryClient.query(pseudoQuery(draft.pseudo.trim())).catch(() => true)
      if (!free) stumble(new ApiError('pseudoduplicate', 409), 'pseudo')
      return free
    },
    body: (): ProfileChange => ({
      ...bodyOf(draft, passwords, ask),
      ...(profile.photoUri && !storedPhoto && !photo.photo && { photoUri: null }),
    }),
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
