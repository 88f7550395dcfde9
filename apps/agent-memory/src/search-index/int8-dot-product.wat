;; Sums of products of rows of small integers with one query. The memory holds the query (16-bit) from 0, the sums
;; (32-bit) from 16384 and the rows (8-bit) from 32768.
(module
  (memory (export "memory") 9)
  (func (export "sum") (param $rows i32) (param $dimensions i32)
    (local $row i32) (local $out i32) (local $at i32) (local $bytes v128) (local $sums v128)
    (local.set $row (i32.const 32768))
    (local.set $out (i32.const 16384))
    (loop $eachRow
      (local.set $at (i32.const 0))
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (loop $eachSixteen
        (local.set $bytes (v128.load (i32.add (local.get $row) (local.get $at))))
        (local.set $sums (i32x4.add (local.get $sums) (i32x4.dot_i16x8_s
          (i16x8.extend_low_i8x16_s (local.get $bytes))
          (v128.load (i32.shl (local.get $at) (i32.const 1))))))
        (local.set $sums (i32x4.add (local.get $sums) (i32x4.dot_i16x8_s
          (i16x8.extend_high_i8x16_s (local.get $bytes))
          (v128.load offset=16 (i32.shl (local.get $at) (i32.const 1))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $eachSixteen (i32.lt_u (local.get $at) (local.get $dimensions))))
      (i32.store (local.get $out) (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
        (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
      (local.set $row (i32.add (local.get $row) (local.get $dimensions)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $eachRow (local.tee $rows (i32.sub (local.get $rows) (i32.const 1)))))))
