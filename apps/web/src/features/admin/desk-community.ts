import type { Community } from '@parvis/contract/community.ts'

export type DeskCommunity = Pick<
  Community,
  '_id' | 'customUri' | 'name' | 'logoUri' | 'communitytype' | 'needRegisterKey' | 'timezone'
>
