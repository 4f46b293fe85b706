import { createNewItems } from '#web/kernel/new-items.ts'

/** Posts of others that arrived since the viewer was last at the top of a list that shows them. */
export const {
  counter: newPostsCounter,
  add: addNewPosts,
  remove: removeNewPosts,
  clear: clearNewPosts,
  use: useNewPostsCount,
} = createNewItems()
