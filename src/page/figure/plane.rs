//! A matrix that lies in a run's tensor, and its numbers, read when somebody looks.

use crate::engine::paint::Panel;
use crate::engine::{Run, TensorId};
use std::cell::RefCell;
use std::rc::Rc;

/// A matrix that lies in a tensor of a run. Cheap to clone.
#[derive(Clone)]
pub struct Plane {
    /// The run.
    pub run: Run,
    /// The tensor.
    pub tensor: TensorId,
    /// Where in the tensor it lies.
    pub panel: Panel,
}

impl Plane {
    /// Matrix `index` of a tensor whose last two axes are rows and columns; a tensor of one axis is one row.
    pub fn matrix(run: &Run, tensor: TensorId, index: usize) -> Self {
        let shape = &run.program().info(tensor).shape;
        let axes = shape.axes();
        let rows = axes.len().checked_sub(2).map_or(1, |axis| axes[axis]);
        Self {
            run: run.clone(),
            tensor,
            panel: Panel::matrix(index, rows, shape.width()),
        }
    }

    /// How many matrices the tensor holds.
    pub fn matrices(run: &Run, tensor: TensorId) -> usize {
        let axes = run.program().info(tensor).shape.axes();
        let outer = axes.len().saturating_sub(2);
        axes[..outer].iter().product()
    }

    /// Where a cell lies in the tensor.
    pub fn index(&self, row: usize, column: usize) -> usize {
        self.panel.offset + row * self.panel.row_stride + column * self.panel.column_stride
    }

    /// The part of it that begins at a cell.
    pub fn window(&self, first: (usize, usize), rows: usize, columns: usize) -> Panel {
        Panel {
            offset: self.index(first.0, first.1),
            rows: rows.min(self.panel.rows - first.0.min(self.panel.rows)),
            columns: columns.min(self.panel.columns - first.1.min(self.panel.columns)),
            ..self.panel
        }
    }

    fn is_of(&self, run: &Run, tensor: TensorId) -> bool {
        self.tensor == tensor && Rc::ptr_eq(self.run.program(), run.program())
    }
}

/// Numbers that are read at once at least: one trip to the GPU costs more than these bytes.
const BLOCK: usize = 1 << 14;

/// Reads numbers of a plane and keeps the last block that it read, so that a pointer on its way reads little.
#[derive(Clone, Default)]
pub struct Reader(Rc<RefCell<Option<Block>>>);

struct Block {
    run: Run,
    tensor: TensorId,
    start: usize,
    values: Vec<f32>,
}

impl Reader {
    /// The numbers of some cells (row, column), in order; none where the GPU is gone or a cell isn't there.
    pub async fn cells(&self, plane: &Plane, cells: &[(usize, usize)]) -> Option<Vec<f32>> {
        let indices: Vec<usize> = cells.iter().map(|(r, c)| plane.index(*r, *c)).collect();
        let first = *indices.iter().min()?;
        let last = *indices.iter().max()?;
        if let Some(values) = self.held(plane, first, last, &indices) {
            return Some(values);
        }
        self.fetch(plane, first, last).await?;
        self.held(plane, first, last, &indices)
    }

    /// Every number of the plane, row-major.
    pub async fn all(&self, plane: &Plane) -> Option<Vec<f32>> {
        let (rows, columns) = (plane.panel.rows, plane.panel.columns);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        self.cells(plane, &cells.collect::<Vec<_>>()).await
    }

    fn held(
        &self,
        plane: &Plane,
        first: usize,
        last: usize,
        indices: &[usize],
    ) -> Option<Vec<f32>> {
        let held = self.0.borrow();
        let block = held.as_ref()?;
        let end = block.start + block.values.len();
        let here = plane.is_of(&block.run, block.tensor) && block.start <= first && last < end;
        here.then(|| {
            indices
                .iter()
                .map(|i| block.values[i - block.start])
                .collect()
        })
    }

    async fn fetch(&self, plane: &Plane, first: usize, last: usize) -> Option<()> {
        let shape = &plane.run.program().info(plane.tensor).shape;
        let (width, all) = (shape.width().max(1), shape.rows());
        let mut start = first / width;
        let mut end = (last / width + 1).max(start + BLOCK / width);
        if all * width <= BLOCK {
            (start, end) = (0, all);
        }
        let read = plane.run.read_rows(plane.tensor, start..end.min(all)).await;
        // A lost GPU is told by the page, which runs everything again; until then there is no number.
        let values = read.ok()?.values;
        *self.0.borrow_mut() = Some(Block {
            run: plane.run.clone(),
            tensor: plane.tensor,
            start: start * width,
            values,
        });
        Some(())
    }
}
