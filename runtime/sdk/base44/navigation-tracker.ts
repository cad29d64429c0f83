/** Visits are counted by the product itself. */
export default function NavigationTracker(): null {
  return null;
}
