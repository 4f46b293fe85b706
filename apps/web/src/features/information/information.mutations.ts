import type { Point } from '@parvis/contract/community.ts'
import {
  addPlace,
  changeInformation,
  changePlace,
  changePlan,
  changeWelcome,
  type CommunityInformation,
  drawCommunityMap,
  type InformationBody,
  type InformationPlace,
  type PlaceBody,
  removePlace,
  removePlan,
  removeWelcome,
} from '@parvis/contract/information.ts'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { explain, t } from '#web/kernel/text/i18n.ts'
import type { StaticMap } from '#web/ui/map/render-static-map.ts'
import { NO_NETWORK, showToast } from '#web/ui/toasts.ts'
import { informationQuery, placesQuery } from './information.queries.ts'

export const showErrorToast = (error: unknown): void => {
  const isOffline = error instanceof ApiError && error.key === 'networkerror'
  showToast({ kind: 'error', text: explain(error), cause: isOffline ? NO_NETWORK : undefined })
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.key === 'error404'

const useInformationUpdate = (communityId: string, onChanged: () => void) => {
  const queryClient = useQueryClient()
  return (information: CommunityInformation) => {
    queryClient.setQueryData(informationQuery(communityId).queryKey, information)
    onChanged()
  }
}

/** Saves the information; the form shows errors. `onSaved` is called even if the screen was left meanwhile. */
export const useInformationChange = (communityId: string, onChanged: () => void, onSaved?: () => void) => {
  const update = useInformationUpdate(communityId, onChanged)
  return useMutation({
    // Requests run in sequence, because the last change must win.
    scope: { id: `information ${communityId}` },
    mutationFn: (body: InformationBody) => call(changeInformation, { body }),
    onSuccess: information => {
      update(information)
      onSaved?.()
    },
  })
}

/**
 * Switches features of the community at once. `pendingValues` are the values that are not in force yet: they apply
 * until the queries that show the community are refetched, and are dropped when the server refuses.
 */
export const useOffer = (communityId: string, onChanged: () => Promise<unknown>) => {
  const queryClient = useQueryClient()
  const mutationKey = ['offer', communityId]
  const { mutateAsync: change } = useMutation({
    mutationKey,
    scope: { id: `information ${communityId}` },
    mutationFn: (body: InformationBody) => call(changeInformation, { body }),
    onSuccess: information => {
      queryClient.setQueryData(informationQuery(communityId).queryKey, information)
      return onChanged()
    },
  })
  const pendingBodies = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as InformationBody,
  })
  return { change, pendingValues: Object.assign({}, ...pendingBodies) as InformationBody }
}

/** Uploads or removes a file of the community; `sending.stop` aborts the upload. */
export const useInformationFile = (communityId: string, which: 'plan' | 'welcome', onChanged: () => void) => {
  const update = useInformationUpdate(communityId, onChanged)
  const [sending, setSending] = useState<{ done: number; stop: () => void } | null>(null)
  const put = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController()
      const stop = () => controller.abort()
      setSending({ done: 0, stop })
      const options = {
        body: {},
        files: [file],
        signal: controller.signal,
        onProgress: (done: number) => setSending({ done, stop }),
      }
      return which === 'plan' ? upload(changePlan, options) : upload(changeWelcome, options)
    },
    onSuccess: information => {
      update(information)
      showToast({ text: t(`information.form.${which}.saved`) })
    },
    onError: error => {
      if (!isAborted(error)) showErrorToast(error)
    },
    onSettled: () => setSending(null),
  })
  const remove = useMutation({
    mutationFn: () => (which === 'plan' ? call(removePlan, {}) : call(removeWelcome, {})),
    onSuccess: information => {
      update(information)
      showToast({ text: t(`information.form.${which}.removed`) })
    },
    onError: showErrorToast,
  })
  return { put, remove, sending }
}

/** The map picture is optional: if the upload fails, the previous one remains. */
export const sendMap = (
  communityId: string,
  loc: Point,
  { file, attribution }: StaticMap,
): Promise<CommunityInformation> =>
  upload(drawCommunityMap, {
    body: { _id: communityId, loc, alt: attribution },
    files: [file],
  })

export const usePlaces = (communityId: string) => {
  const queryClient = useQueryClient()
  const { queryKey } = placesQuery(communityId)
  const updatePlaces = (next: (places: InformationPlace[]) => InformationPlace[]) =>
    queryClient.setQueryData(queryKey, cached => cached && next(cached))
  const onSettled = () => {
    void queryClient.invalidateQueries({ queryKey: informationQuery(communityId).queryKey })
    return queryClient.invalidateQueries({ queryKey })
  }
  const save = useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: PlaceBody }) =>
      id ? call(changePlace, { params: { id }, body }) : call(addPlace, { body }),
    onSuccess: place => {
      updatePlaces(places => [...places.filter(({ _id }) => _id !== place._id), place])
      showToast({ text: t('information.form.place.saved') })
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(removePlace, { params: { id } }),
    onSuccess: (_, id) => {
      updatePlaces(places => places.filter(({ _id }) => _id !== id))
      showToast({ text: t('information.form.place.removed') })
    },
    onError: error => {
      if (!isNotFound(error)) showErrorToast(error)
    },
    onSettled,
  })
  return { save, remove }
}
