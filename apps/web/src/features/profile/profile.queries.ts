import { listLocations } from '@parvis/contract/community.ts'
import {
  checkPseudoFree,
  getProfile,
  isOwn,
  type Profile,
  updateProfile,
  type ProfileChange,
} from '@parvis/contract/profile.ts'
import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { correctStay, type StayDays } from '@parvis/contract/stay.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { acknowledged, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'

export const profileKeys = {
  all: ['profile'] as const,
  first: () => [...profileKeys.all, 'first', null] as const,
  mine: () => [...profileKeys.all, 'mine', null] as const,
  places: (communityId: string) => [...profileKeys.all, 'places', communityId] as const,
  pseudo: (pseudo: string) => [...profileKeys.all, 'pseudo', pseudo] as const,
}

const askMine = async ({ signal }: { signal: AbortSignal }): Promise<Profile> => {
  const answer = await call(getProfile, { signal })
  if (!isOwn(answer)) throw new Error('what was answered is not one’s own profile')
  return answer
}

/** One's own, whole, for the first time. What has changed meanwhile does not come under the reader's hands. */
export const profileQuery = () => queryOptions({ queryKey: profileKeys.first(), queryFn: askMine, staleTime: 'static' })

/**
 * The same, later: asked anew at each visit. What its owner changes elsewhere is told, and heard by who comes back to
 * this tab.
 */
export const myProfileQuery = () =>
  queryOptions({
    queryKey: profileKeys.mine(),
    ...keptOnDevice,
    queryFn: askMine,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** Where people may stay. */
export const stayPlacesQuery = (communityId: string) =>
  queryOptions({
    queryKey: profileKeys.places(communityId),
    ...keptOnDevice,
    queryFn: async ({ signal }) => {
      const places = await call(listLocations, { signal })
      return places.filter(({ kind }) => kind === 'location')
    },
  })

const PSEUDO_FRESH_MS = 60_000

/** Whether nobody has this nickname. */
export const pseudoQuery = (pseudo: string) =>
  queryOptions({
    queryKey: profileKeys.pseudo(pseudo),
    queryFn: async ({ signal }) => (await call(checkPseudoFree, { query: { pseudo }, signal })).free,
    staleTime: PSEUDO_FRESH_MS,
    retry: false,
  })

export interface Saving {
  body: ProfileChange
  photo: Blob | null
  /** What is told of one's stay: null for nothing. */
  stay?: StayDays | null
}

const tell = ({ body, photo }: Saving, signal: AbortSignal, onProgress: (done: number) => void, as?: string) => {
  if (!photo) return call(updateProfile, { body, signal, as })
  const files = [new File([photo], 'photo.jpg', { type: photo.type })]
  return upload(updateProfile, { body, files, signal, onProgress, as })
}

/**
 * Tells of one's stay, then of oneself, and answers who one is by now. The stay goes first: after a new password is
 * taken nothing may fail, as a second try would name the one before it.
 */
export const saveProfile = async (
  saving: Saving,
  signal: AbortSignal,
  onProgress: (done: number) => void,
  /** As whom it is meant, where that may not be who is signed in. */
  as?: string,
): Promise<SessionUser> => {
  const { body, photo, stay } = saving
  if (stay) await call(correctStay, { body: stay, signal, as })
  const user = await (photo || Object.keys(body).length > 0
    ? tell(saving, signal, onProgress, as)
    : call(getSession, { signal, as }))
  return acknowledged(user)
}

/** `progress`: how much of a photo has left the device, 0 to 1; null without one. */
export const useSaveProfile = (hooks: {
  onSaved: (user: SessionUser) => void
  onFailed: (error: unknown, saving: Saving) => Promise<void> | void
}) => {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (saving: Saving) => {
      abort.current = new AbortController()
      return saveProfile(saving, abort.current.signal, setProgress)
    },
    onSuccess: hooks.onSaved,
    onError: hooks.onFailed,
    onSettled: () => {
      setProgress(null)
      void queryClient.invalidateQueries({ queryKey: profileKeys.mine() })
    },
  })
  return { save: mutate, saving: isPending, progress, stop: () => abort.current?.abort() }
}
