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
import { call, isNotFound } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { t } from '#web/kernel/text/i18n.ts'
import type { StaticMap } from '#web/ui/map/render-static-map.ts'
import { showToast, showErrorToast } from '#web/ui/toasts.ts'
import { informationQuery, placesQuery } from './information.queries.ts'

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
    // Requests are sent one after the other, so that the last change is the one saved.
    scope: { id: `information ${communityId}` },
    mutationFn: (body: InformationBody) => call(changeInformation, { body }),
    onSuccess: information => {
      update(information)
      onSaved?.()
    },
  })
}

/** `pendingValues` has each changed value until the server refuses it or the community is refetched. */
export const useFeatureSwitches = (communityId: string, onChanged: () => Promise<unknown>) => {
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

/** Uploads or removes the plan or the welcome PDF of a community. `activeUpload` is null if none is in progress. */
export const useInformationFile = (communityId: string, fileKind: 'plan' | 'welcome', onChanged: () => void) => {
  const update = useInformationUpdate(communityId, onChanged)
  const [activeUpload, setActiveUpload] = useState<{ sentShare: number; abort: () => void } | null>(null)
  const saveFile = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController()
      const abort = () => controller.abort()
      setActiveUpload({ sentShare: 0, abort })
      const options = {
        body: {},
        files: [file],
        signal: controller.signal,
        onProgress: (sentShare: number) => setActiveUpload({ sentShare, abort }),
      }
      return fileKind === 'plan' ? upload(changePlan, options) : upload(changeWelcome, options)
    },
    onSuccess: information => {
      update(information)
      showToast({ text: t(`information.form.${fileKind}.saved`) })
    },
    onError: error => {
      if (!isAborted(error)) showErrorToast(error)
    },
    onSettled: () => setActiveUpload(null),
  })
  const removeFile = useMutation({
    mutationFn: () => (fileKind === 'plan' ? call(removePlan, {}) : call(removeWelcome, {})),
    onSuccess: information => {
      update(information)
      showToast({ text: t(`information.form.${fileKind}.removed`) })
    },
    onError: error => showErrorToast(error),
  })
  return { saveFile, removeFile, activeUpload }
}

/** Uploads the map picture of a community; returns the updated information. */
export const uploadMapPicture = (
  communityId: string,
  loc: Point,
  { file, attribution }: StaticMap,
): Promise<CommunityInformation> =>
  upload(drawCommunityMap, {
    body: { _id: communityId, loc, alt: attribution },
    files: [file],
  })

export const usePlaceMutations = (communityId: string) => {
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
