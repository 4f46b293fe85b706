import { createNewItems } from '#web/kernel/new-items.ts'

/** Posts of other members that arrived since the viewer last saw the top of a list. */
export const {
  counter: newPostsCounter,
  add: addNewPosts,
  remove: removeNewPosts,
  clear: clearNewPosts,
  useNewItemCount: useNewPostsCount,
} = createNewItems()
