import { listLocations } from '@parvis/contract/community.ts'
import {
  checkPseudoFree,
  getProfile,
  isOwnProfile,
  type Profile,
  updateProfile,
  type ProfileChange,
} from '@parvis/contract/profile.ts'
import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { correctStay, type StayDays } from '@parvis/contract/stay.ts'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

export const profileKeys = {
  all: ['profile'] as const,
  first: () => [...profileKeys.all, 'first', null] as const,
  mine: () => [...profileKeys.all, 'mine', null] as const,
  places: (communityId: string) => [...profileKeys.all, 'places', communityId] as const,
  pseudo: (pseudo: string) => [...profileKeys.all, 'pseudo', pseudo] as const,
}

const fetchOwnProfile = async ({ signal }: { signal: AbortSignal }): Promise<Profile> => {
  const answer = await call(getProfile, { signal })
  if (!isOwnProfile(answer)) throw new Error('expected the profile of the signed-in user')
  return answer
}

/** One's own profile for the first form. Never refetched, so that nothing changes while the form is filled in. */
export const profileQuery = () =>
  queryOptions({ queryKey: profileKeys.first(), queryFn: fetchOwnProfile, staleTime: 'static' })

/**
 * One's own profile for later changes. Refetched at each visit and when the user comes back to this tab, so that
 * changes made elsewhere are noticed.
 */
export const myProfileQuery = () =>
  queryOptions({
    queryKey: profileKeys.mine(),
    ...persisted,
    queryFn: fetchOwnProfile,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** The places of the community where guests stay. */
export const stayPlacesQuery = (communityId: string) =>
  queryOptions({
    queryKey: profileKeys.places(communityId),
    ...persisted,
    queryFn: async ({ signal }) => {
      const places = await call(listLocations, { signal })
      return places.filter(({ kind }) => kind === 'location')
    },
  })

const PSEUDO_FRESH_MS = 60_000

/** Whether a nickname is free. */
export const pseudoQuery = (pseudo: string) =>
  queryOptions({
    queryKey: profileKeys.pseudo(pseudo),
    queryFn: async ({ signal }) => (await call(checkPseudoFree, { query: { pseudo }, signal })).free,
    staleTime: PSEUDO_FRESH_MS,
    retry: false,
  })

/** Whether a nickname is free. When that cannot be checked now, the server checks it on saving. */
export const isPseudoFree = (queryClient: QueryClient, pseudo: string): Promise<boolean> =>
  queryClient.query(pseudoQuery(pseudo)).catch(() => true)

export interface ProfileUpdate {
  body: ProfileChange
  photo: Blob | null
  /** Changes of the stay; null for none. */
  stay?: StayDays | null
}

const sendProfile = (
  { body, photo }: ProfileUpdate,
  signal: AbortSignal,
  onProgress: (done: number) => void,
  as?: string,
) => {
  if (!photo) return call(updateProfile, { body, signal, as })
  const files = [new File([photo], 'photo.jpg', { type: photo.type })]
  return upload(updateProfile, { body, files, signal, onProgress, as })
}

/**
 * Saves the stay, then the profile, and returns the current session user. The stay goes first: once a new password is
 * accepted nothing may fail, since a retry would send the old one.
 */
export const saveProfile = async (
  update: ProfileUpdate,
  signal: AbortSignal,
  onProgress: (done: number) => void,
  /** User id that the request is meant for, where another user may be signed in. */
  as?: string,
): Promise<SessionUser> => {
  const { body, photo, stay } = update
  if (stay) await call(correctStay, { body: stay, signal, as })
  const user = await (photo || Object.keys(body).length > 0
    ? sendProfile(update, signal, onProgress, as)
    : call(getSession, { signal, as }))
  return assertAcknowledged(user)
}

/** `progress`: uploaded share of the photo, 0 to 1; null without one. */
export const useSaveProfile = (hooks: {
  onSaved: (user: SessionUser) => void
  onFailed: (error: unknown, saving: ProfileUpdate) => Promise<void> | void
}) => {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (saving: ProfileUpdate) => {
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
