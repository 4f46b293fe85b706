import { getDesk, getMemberFile, getPoster, listInvitations, listMembers, listWaiting } from '@parvis/contract/admin.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { setOpenTaskCount } from './open-task-count.ts'

export const adminKeys = {
  all: (communityId: string) => ['admin', communityId] as const,
  desk: (communityId: string) => [...adminKeys.all(communityId), 'desk'] as const,
  invitations: (communityId: string) => [...adminKeys.all(communityId), 'invitations'] as const,
  pendingMembers: (communityId: string) => [...adminKeys.all(communityId), 'waiting'] as const,
  poster: (communityId: string) => [...adminKeys.all(communityId), 'poster'] as const,
  stayPlaces: (communityId: string) => [...adminKeys.all(communityId), 'places'] as const,
  memberLists: (communityId: string) => [...adminKeys.all(communityId), 'members'] as const,
  memberList: (communityId: string, search: string) => [...adminKeys.memberLists(communityId), search] as const,
  memberFile: (communityId: string, id: string) => [...adminKeys.all(communityId), 'file', id] as const,
}

export const deskQuery = (communityId: string) =>
  queryOptions({
    queryKey: adminKeys.desk(communityId),
    queryFn: async ({ signal }) => {
      const desk = await call(getDesk, { signal })
      setOpenTaskCount(desk.waitingCount)
      return desk
    },
  })

export const posterQuery = (communityId: string) =>
  queryOptions({
    queryKey: adminKeys.poster(communityId),
    queryFn: ({ signal }) => call(getPoster, { signal }),
  })

export const invitationsQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: adminKeys.invitations(communityId),
    queryFn: ({ pageParam, signal }) => call(listInvitations, { query: pageParam, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })

/** All pending members; `deskQuery` returns only the first ones. */
export const pendingMembersQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: adminKeys.pendingMembers(communityId),
    queryFn: ({ pageParam, signal }) => call(listWaiting, { query: pageParam, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })

export const membersQuery = (communityId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: adminKeys.memberList(communityId, search),
    queryFn: ({ pageParam, signal }) =>
      call(listMembers, { query: { ...pageParam, ...(search && { search }) }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })

export const memberQuery = (communityId: string, id: string) =>
  queryOptions({
    queryKey: adminKeys.memberFile(communityId, id),
    queryFn: ({ signal }) => call(getMemberFile, { params: { id }, signal }),
  })

/** Locations where members can have a stay. */
export const stayPlacesQuery = (communityId: string) =>
  queryOptions({
    queryKey: adminKeys.stayPlaces(communityId),
    queryFn: async ({ signal }) => {
      const places = await call(listLocations, { signal })
      return places.filter(({ kind }) => kind === 'location')
    },
  })
