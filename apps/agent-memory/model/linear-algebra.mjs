const ROUNDS = 12;
const MOST_ROWS = 8_000;

/** The vectors without their mean. */
export function centre(vectors, size) {
  const rows = vectors.length / size;
  const mean = new Float64Array(size);
  for (let at = 0; at < vectors.length; at += 1) mean[at % size] += vectors[at] / rows;
  return Float32Array.from(vectors, (value, at) => value - mean[at % size]);
}

/** The directions in which the vectors differ most, by orthogonal iteration. */
export function principalAxes(vectors, size, count) {
  const covariance = covarianceOf(centre(vectors, size), size);
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  let axes = Array.from({ length: count }, () => Float64Array.from({ length: size }, random));
  orthonormalise(axes);
  for (let round = 0; round < ROUNDS; round += 1) {
    axes = axes.map((axis) => multiply(covariance, axis, size));
    orthonormalise(axes);
  }
  return axes;
}

export function project(vectors, size, axes) {
  const rows = vectors.length / size;
  const result = new Float32Array(rows * axes.length);
  for (let row = 0; row < rows; row += 1)
    axes.forEach((axis, place) => {
      let sum = 0;
      for (let at = 0; at < size; at += 1) sum += vectors[row * size + at] * axis[at];
      result[row * axes.length + place] = sum;
    });
  return result;
}

function covarianceOf(vectors, size) {
  const result = new Float64Array(size * size);
  const rows = vectors.length / size;
  const step = Math.max(1, Math.floor(rows / MOST_ROWS));
  for (let row = 0; row < rows; row += step)
    for (let left = 0; left < size; left += 1)
      for (let right = 0; right < size; right += 1)
        result[left * size + right] += vectors[row * size + left] * vectors[row * size + right];
  return result;
}

function multiply(matrix, vector, size) {
  return vector.map((_, row) => {
    let sum = 0;
    for (let at = 0; at < size; at += 1) sum += matrix[row * size + at] * vector[at];
    return sum;
  });
}

function orthonormalise(axes) {
  axes.forEach((axis, place) => {
    for (const earlier of axes.slice(0, place)) {
      const along = dot(axis, earlier);
      axis.forEach((value, at) => (axis[at] = value - along * earlier[at]));
    }
    const length = Math.sqrt(dot(axis, axis)) || 1;
    axis.forEach((value, at) => (axis[at] = value / length));
  });
}

function dot(left, right) {
  return left.reduce((sum, value, at) => sum + value * right[at], 0);
}
