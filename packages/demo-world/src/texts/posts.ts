import { everydayPosts } from './posts/everyday.ts'
import { gatheringPosts } from './posts/gatherings.ts'
import { helpPosts } from './posts/helping.ts'
import { householdPosts } from './posts/household.ts'
import { lendingPosts } from './posts/lending.ts'
import { mealPosts } from './posts/meals.ts'
import { weatherPosts } from './posts/mornings.ts'
import { noticePosts } from './posts/notices.ts'
import { outdoorPosts } from './posts/outdoors.ts'
import { outingPosts } from './posts/outings.ts'
import { playPosts } from './posts/play.ts'
import { longPosts } from './posts/stories.ts'
import { videoPosts } from './posts/watching.ts'
import { welcomePosts } from './posts/welcomes.ts'
import type { DemoPost } from './posts/post.ts'

export type { DemoPost, Sky } from './posts/post.ts'

/** All posts of the demo world; their order has no meaning. */
export const posts: DemoPost[] = [
  ...gatheringPosts,
  ...mealPosts,
  ...outdoorPosts,
  ...playPosts,
  ...lendingPosts,
  ...helpPosts,
  ...householdPosts,
  ...everydayPosts,
  ...longPosts,
  ...noticePosts,
  ...videoPosts,
  ...outingPosts,
  ...welcomePosts,
  ...weatherPosts,
]
