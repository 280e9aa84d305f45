import type { JSX } from "preact";
import { Button } from "../../parts/button.js";
import { formatCount } from "../../parts/quantities.js";

interface FollowToolsProps {
  readonly isFollowing: boolean;
  readonly fresh: number;
  readonly onFollow: (to: "on" | "off") => void;
}

/** Whether the list moves on with what happens, and the way back when it does not. */
export function FollowTools({ isFollowing, fresh, onFollow }: FollowToolsProps): JSX.Element {
  return (
    <div class="follow-tools">
      {!isFollowing && (
        <Button kind="main" onClick={() => onFollow("on")}>
          Go to newest{fresh > 0 && ` (${formatCount(fresh)} new)`}
        </Button>
      )}
      <Button aria-pressed={isFollowing} onClick={() => onFollow(isFollowing ? "off" : "on")}>
        Follow
      </Button>
    </div>
  );
}
