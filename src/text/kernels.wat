;; The inner loops of scanning large files. One pass over a block counts its newlines, tells whether it is ASCII, and
;; digests it; a second function skips lines. Everything works on whole 64-byte stripes: the caller zero-fills the
;; block's last stripe (a zero is no newline and its effect on the digest is fixed by the known length).
;; A third function numbers lines, for views too large to be joined from strings.
;;
;; Memory: 0..63 digest (eight 64-bit sums), 64..79 OR of all bytes, 80..87 results of `number`, 256.. the prefix,
;; blocks or text from 65536 on.
(module
  (memory (export "memory") 66 66)

  ;; Digest, after the accumulation step of XXH3: each 64-bit lane adds its neighbour's data and the product of the
  ;; halves of (data xor key). Keys advance with every stripe, so a moved stripe changes the sums. It tells versions
  ;; apart; it is no defence against someone who forges a file.
  (func (export "scan") (param $at i32) (param $length i32) (result i32)
    (local $end i32) (local $newlines i32) (local $bits v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local $data0 v128) (local $data1 v128) (local $data2 v128) (local $data3 v128)
    (local $key0 v128) (local $key1 v128) (local $key2 v128) (local $key3 v128)
    (local $mixed v128) (local $step v128) (local $newline v128)
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    (local.set $newline (i8x16.splat (i32.const 10)))
    (local.set $step (v128.const i32x4 0x9E3779B1 0x85EBCA77 0xC2B2AE3D 0x27D4EB2F))
    (local.set $key0 (v128.const i32x4 0x243F6A88 0x85A308D3 0x13198A2E 0x03707344))
    (local.set $key1 (v128.const i32x4 0xA4093822 0x299F31D0 0x082EFA98 0xEC4E6C89))
    (local.set $key2 (v128.const i32x4 0x452821E6 0x38D01377 0xBE5466CF 0x34E90C6C))
    (local.set $key3 (v128.const i32x4 0xC0AC29B7 0xC97C50DD 0x3F84D5B5 0xB5470917))
    (block $done
      (loop $stripe
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $data0 (v128.load (local.get $at)))
        (local.set $data1 (v128.load offset=16 (local.get $at)))
        (local.set $data2 (v128.load offset=32 (local.get $at)))
        (local.set $data3 (v128.load offset=48 (local.get $at)))

        (local.set $bits
          (v128.or (local.get $bits)
            (v128.or
              (v128.or (local.get $data0) (local.get $data1))
              (v128.or (local.get $data2) (local.get $data3)))))

        (local.set $newlines
          (i32.add (local.get $newlines)
            (i32.add
              (i32.add
                (i32.popcnt (i8x16.bitmask (i8x16.eq (local.get $data0) (local.get $newline))))
                (i32.popcnt (i8x16.bitmask (i8x16.eq (local.get $data1) (local.get $newline)))))
              (i32.add
                (i32.popcnt (i8x16.bitmask (i8x16.eq (local.get $data2) (local.get $newline))))
                (i32.popcnt (i8x16.bitmask (i8x16.eq (local.get $data3) (local.get $newline))))))))

        (local.set $mixed (v128.xor (local.get $data0) (local.get $key0)))
        (local.set $sum0
          (i64x2.add
            (i64x2.add (local.get $sum0)
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $data0) (local.get $data0)))
            (i64x2.extmul_low_i32x4_u
              (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $mixed) (local.get $mixed))
              (i8x16.shuffle 4 5 6 7 12 13 14 15 4 5 6 7 12 13 14 15 (local.get $mixed) (local.get $mixed)))))
        (local.set $mixed (v128.xor (local.get $data1) (local.get $key1)))
        (local.set $sum1
          (i64x2.add
            (i64x2.add (local.get $sum1)
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $data1) (local.get $data1)))
            (i64x2.extmul_low_i32x4_u
              (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $mixed) (local.get $mixed))
              (i8x16.shuffle 4 5 6 7 12 13 14 15 4 5 6 7 12 13 14 15 (local.get $mixed) (local.get $mixed)))))
        (local.set $mixed (v128.xor (local.get $data2) (local.get $key2)))
        (local.set $sum2
          (i64x2.add
            (i64x2.add (local.get $sum2)
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $data2) (local.get $data2)))
            (i64x2.extmul_low_i32x4_u
              (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $mixed) (local.get $mixed))
              (i8x16.shuffle 4 5 6 7 12 13 14 15 4 5 6 7 12 13 14 15 (local.get $mixed) (local.get $mixed)))))
        (local.set $mixed (v128.xor (local.get $data3) (local.get $key3)))
        (local.set $sum3
          (i64x2.add
            (i64x2.add (local.get $sum3)
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $data3) (local.get $data3)))
            (i64x2.extmul_low_i32x4_u
              (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $mixed) (local.get $mixed))
              (i8x16.shuffle 4 5 6 7 12 13 14 15 4 5 6 7 12 13 14 15 (local.get $mixed) (local.get $mixed)))))

        (local.set $key0 (i32x4.add (local.get $key0) (local.get $step)))
        (local.set $key1 (i32x4.add (local.get $key1) (local.get $step)))
        (local.set $key2 (i32x4.add (local.get $key2) (local.get $step)))
        (local.set $key3 (i32x4.add (local.get $key3) (local.get $step)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $stripe)))
    (v128.store (i32.const 0) (local.get $sum0))
    (v128.store (i32.const 16) (local.get $sum1))
    (v128.store (i32.const 32) (local.get $sum2))
    (v128.store (i32.const 48) (local.get $sum3))
    (v128.store (i32.const 64) (local.get $bits))
    (local.get $newlines))

  ;; The position just after the given number of newlines (1 or more), or -1 when the block has fewer.
  (func (export "skipLines") (param $at i32) (param $length i32) (param $lines i32) (result i32)
    (local $start i32) (local $end i32) (local $mask i32) (local $found i32)
    (local.set $start (local.get $at))
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    (block $done
      (loop $vector
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $mask
          (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 10)))))
        (local.set $found (i32.popcnt (local.get $mask)))
        (if (i32.ge_u (local.get $found) (local.get $lines))
          (then
            (block $reached
              (loop $bit
                (br_if $reached (i32.eq (local.get $lines) (i32.const 1)))
                ;; Clear the lowest set bit: one newline passed.
                (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
                (local.set $lines (i32.sub (local.get $lines) (i32.const 1)))
                (br $bit)))
            (return
              (i32.sub
                (i32.add (i32.add (local.get $at) (i32.ctz (local.get $mask))) (i32.const 1))
                (local.get $start)))))
        (local.set $lines (i32.sub (local.get $lines) (local.get $found)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $vector)))
    (i32.const -1))

  ;; The numbered view of ASCII lines: the prefix, the line, a newline between lines; as UTF-16 when $shift is 1, as
  ;; single bytes when it is 0. The prefix stands ready at $prefix ("     1→" or "     1" and a tab) and is counted up in
  ;; place, digit by digit; it never grows, so the caller stops before 999,999. Ends after $lines lines or with the
  ;; input. Answers the end of the output, or 0 when a line is longer than $longest (it must be cut, which is done
  ;; elsewhere). The number of lines is left at 80, the end of the input that was used at 84. Reads and writes up to 32
  ;; bytes past what counts; the caller leaves room.
  (func (export "number") (param $at i32) (param $end i32) (param $out i32) (param $lines i32)
    (param $prefix i32) (param $prefixBytes i32) (param $longest i32) (param $shift i32) (result i32)
    (local $data v128) (local $mask i32) (local $start i32) (local $done i32) (local $digit i32) (local $length i32)
    (local $newline v128) (local $unit i32) (local $step i32)
    (local.set $newline (i8x16.splat (i32.const 10)))
    (local.set $unit (i32.shl (i32.const 1) (local.get $shift)))
    (local.set $step (i32.shl (i32.const 16) (local.get $shift)))
    (block $finished
      (loop $line
        (br_if $finished (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $finished (i32.ge_u (local.get $done) (local.get $lines)))
        (if (local.get $done)
          (then
            ;; Two bytes either way: as a single one its high byte is overwritten at once.
            (i32.store16 (local.get $out) (i32.const 10))
            (local.set $out (i32.add (local.get $out) (local.get $unit)))))
        (memory.copy (local.get $out) (local.get $prefix) (local.get $prefixBytes))
        (local.set $out (i32.add (local.get $out) (local.get $prefixBytes)))
        (local.set $start (local.get $at))

        ;; Sixteen bytes at a time until one of them is the newline.
        (block $ended
          (loop $vector
            (local.set $data (v128.load (local.get $at)))
            (if (local.get $shift)
              (then
                (v128.store (local.get $out) (i16x8.extend_low_i8x16_u (local.get $data)))
                (v128.store offset=16 (local.get $out) (i16x8.extend_high_i8x16_u (local.get $data))))
              (else (v128.store (local.get $out) (local.get $data))))
            (local.set $mask (i8x16.bitmask (i8x16.eq (local.get $data) (local.get $newline))))
            (br_if $ended (local.get $mask))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (local.set $out (i32.add (local.get $out) (local.get $step)))
            (br_if $vector (i32.lt_u (local.get $at) (local.get $end)))
            ;; The last line has no newline: step back to where the input really ends.
            (local.set $out
              (i32.sub (local.get $out) (i32.shl (i32.sub (local.get $at) (local.get $end)) (local.get $shift))))
            (local.set $at (local.get $end))
            (if (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (local.get $longest))
              (then (return (i32.const 0))))
            (local.set $done (i32.add (local.get $done) (i32.const 1)))
            (br $finished)))
        (local.set $length (i32.ctz (local.get $mask)))
        (local.set $at (i32.add (local.get $at) (local.get $length)))
        (local.set $out (i32.add (local.get $out) (i32.shl (local.get $length) (local.get $shift))))
        (if (i32.gt_u (local.get $at) (local.get $end))
          ;; The newline found lies past the input: the line ended without one.
          (then
            (local.set $out
              (i32.sub (local.get $out) (i32.shl (i32.sub (local.get $at) (local.get $end)) (local.get $shift))))
            (local.set $at (local.get $end)))
          (else
            ;; A carriage return before the newline belongs to the line's ending.
            (if (i32.and
                  (i32.gt_u (local.get $at) (local.get $start))
                  (i32.eq (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 13)))
              (then (local.set $out (i32.sub (local.get $out) (local.get $unit)))))))
        (if (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (local.get $longest)) (then (return (i32.const 0))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $done (i32.add (local.get $done) (i32.const 1)))

        ;; Count the prefix up: nines become zeros to the left, a blank becomes the first digit. The separator is one
        ;; unit, and a digit's low byte comes first in UTF-16, so bytes are enough.
        (local.set $digit
          (i32.sub (i32.add (local.get $prefix) (local.get $prefixBytes)) (i32.shl (local.get $unit) (i32.const 1))))
        (block $counted
          (loop $carry
            (if (i32.eq (i32.load8_u (local.get $digit)) (i32.const 57))
              (then
                (i32.store8 (local.get $digit) (i32.const 48))
                (local.set $digit (i32.sub (local.get $digit) (local.get $unit)))
                (br $carry)))
            (i32.store8 (local.get $digit)
              (select
                (i32.const 49)
                (i32.add (i32.load8_u (local.get $digit)) (i32.const 1))
                (i32.eq (i32.load8_u (local.get $digit)) (i32.const 32))))))
        (br $line)))
    (i32.store (i32.const 80) (local.get $done))
    (i32.store (i32.const 84)
      (select (local.get $end) (local.get $at) (i32.gt_u (local.get $at) (local.get $end))))
    (local.get $out)))
